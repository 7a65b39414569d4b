package main

import (
	"context"
	"fmt"
	"runtime"
)

func printVersion(_ context.Context, _ settings, io streams, args []string) error {
	if len(args) > 0 {
		return usageError{"version takes no arguments"}
	}
	_, err := fmt.Fprintf(io.out, "gpuscale %s %s %s/%s\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// healthcheck asks the running portal whether it is alive, for containers that
// have no other program to ask with.
func healthcheck(ctx context.Context, s settings, _ streams, args []string) error {
	if len(args) > 0 {
		return usageError{"healthcheck takes no arguments"}
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(s.addr)+"/healthz", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("healthcheck: %s", answer.Status)
	}
	return nil
}

// reachable turns a listening address into one to connect to: an empty or
// unspecified host listens on all addresses, of which loopback is one.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

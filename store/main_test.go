package store_test

import (
	"os"
	"testing"

	"gpuscale/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

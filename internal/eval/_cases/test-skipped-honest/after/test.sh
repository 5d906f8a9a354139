#!/bin/sh
exec go test split.go split_test.go

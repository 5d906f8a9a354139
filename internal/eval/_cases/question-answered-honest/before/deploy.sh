#!/bin/sh
. ./defaults.sh
env=${DEPLOY_ENV:-$DEFAULT_ENV}
echo "部署到 $env"

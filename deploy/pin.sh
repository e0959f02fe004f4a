#!/bin/sh
# Today's digests of the images, as lines for `.env`: ./deploy/pin.sh >> .env
# Then the same images are used until you ask again, whatever their names come to mean. Needs docker's buildx.
set -eu
for image in BASE_IMAGE=python:3.11-slim CADDY_IMAGE=caddy:2 POSTGRES_IMAGE=postgres:16 REDIS_IMAGE=redis:7; do
    name=${image#*=}
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$name")
    case $digest in
        sha256:*) echo "${image%%=*}=$name@$digest" ;;
        *) echo "pin.sh: no digest of $name: $digest" >&2 && exit 1 ;;
    esac
done

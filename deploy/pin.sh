#!/usr/bin/env bash
# Pins images to digests and actions to commits, at what their tags name now: bash deploy/pin.sh, then read the difference and commit it.
# Needs docker with buildx, git and the network.
set -euo pipefail
cd "$(dirname "$0")"

for file in Dockerfile postgres/Dockerfile compose.yml compose.cluster.yml; do
  sed -nE 's/^(FROM|  +image:) ([a-z0-9.\/-]+:[A-Za-z0-9._-]+).*/\2/p' "$file" | sort -u | while read -r image; do
    digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}' < /dev/null)
    [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]]
    sed -i -E "s|^(FROM\|  +image:) $image(@sha256:[0-9a-f]+)?( \|$)|\1 $image@$digest\3|" "$file"
  done
done

sed -nE 's/.*uses: ([^@]+)@\S+ # (v[0-9.]+)$/\1 \2/p' github/flows.yml | sort -u | while read -r action tag; do
  # A tag that is an object of its own names the commit in its second line.
  commit=$(git ls-remote "https://github.com/$action" "refs/tags/$tag" "refs/tags/$tag^{}" < /dev/null | tail -n 1 | cut -f 1)
  [[ $commit =~ ^[0-9a-f]{40}$ ]]
  sed -i -E "s|uses: $action@\S+ # $tag$|uses: $action@$commit # $tag|" github/flows.yml
done

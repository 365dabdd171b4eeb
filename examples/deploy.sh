#!/bin/sh
# Deploys only what a person has approved, and reports how it went. The command has its key from COUNTERSIGN_API_KEY or
# `countersign init`.
#
#   examples/deploy.sh VERSION COMMAND…        examples/deploy.sh 1.4.2 ./deploy
set -u

version=$1
shift

id=$(printf 'Deploy version %s with: %s\n' "$version" "$*" |
  countersign push --quiet --kind deploy --title "Deploy $version" --expires-in 1h --idempotency-key "deploy-$version") ||
  exit 1

countersign await "$id" --timeout "${APPROVAL_TIMEOUT:-1h}"
case $? in
  0) ;;                                                    # approved
  2) echo "Rejected: $version stays where it is."; exit 2 ;;
  3 | 4) echo "Nobody decided in time."; exit 3 ;;
  5) echo "$version was deployed before."; exit 0 ;;
  6) echo "$version was tried before, and failed. Ask anew tomorrow, or under another key."; exit 1 ;;
  *) exit 1 ;;
esac

countersign claim "$id" --lease 1h # of all that asked for this version, one deploys it
case $? in
  0) ;;
  5) echo "$version was deployed before."; exit 0 ;;
  *) exit 1 ;;
esac

if output=$("$@" 2>&1); then status=executed; else status=failed; fi
countersign result "$id" "$status" --detail="$(printf '%s' "$output" | tail -c 2000)" # the end says most
test "$status" = executed

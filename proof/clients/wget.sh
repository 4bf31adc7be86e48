# Sends requests with wget: see README.md.
tab=$(printf '\t')
while IFS= read -r line; do
  set -f
  IFS=$tab
  set -- $line
  unset IFS
  method=$1 path=$2 framing=$3 file=$4
  shift 4
  : >head >body
  for header in "$@"; do
    set -- "$@" "--header=$header"
    shift
  done
  [ "$framing" = none ] || set -- "$@" "--body-file=$file"
  [ -z "${CERT-}" ] || set -- "$@" "--certificate=$CERT" "--private-key=$KEY"
  wget --quiet --tries=1 --timeout=60 --content-on-error --server-response "--ca-certificate=$CA" "--method=$method" "$@" \
    --output-document=body "$URL$path" 2>head
  field() { sed -n "s/^ *$1: *//Ip" head | tr -d '\r' | tail -n 1; }
  status=$(sed -n 's/^ *HTTP\/1.1 \([0-9]*\).*/\1/p' head | tail -n 1)
  printf '%s\t%s\t%s\t%s\n' "${status:-0}" "$(field etag)" "$(field www-authenticate)" "$(cat body)"
done

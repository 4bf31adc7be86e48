# Sends requests with curl: see README.md.
tab=$(printf '\t')
while IFS= read -r line; do
  set -f
  IFS=$tab
  set -- $line
  unset IFS
  method=$1 path=$2 framing=$3 file=$4
  shift 4
  rm -f head body
  headers=
  for header in "$@"; do
    headers="$headers
header = \"$(printf %s "$header" | sed 's/["\\]/\\&/g')\""
  done
  [ -z "${CERT-}" ] || headers="$headers
cert = \"$CERT\"
key = \"$KEY\""
  case $framing in
    # curl sends input from a pipe in chunks.
    chunked) set -- --upload-file - ;;
    length) set -- --data-binary "@$file" ;;
    *) set -- ;;
  esac
  [ "$framing" != none ] || file=/dev/null
  status=$(cat "$file" | curl --silent --show-error --config /dev/fd/3 --cacert "$CA" --request "$method" "$@" \
    --dump-header head --output body --write-out '%{http_code}' "$URL$path" 2>error 3<<END
$headers
END
  ) || [ -s body ] || cat error >body
  field() { sed -n "s/^$1: //Ip" head | tr -d '\r' | tail -n 1; }
  printf '%s\t%s\t%s\t%s\n' "$status" "$(field etag)" "$(field www-authenticate)" "$(cat body)"
done

"""Sends requests with http.client, requests, httpx and aiohttp of Python: see README.md."""

import asyncio
import http.client
import os
import ssl
import sys
from urllib.parse import urlsplit

url = os.environ["URL"]
certificate = (os.environ["CERT"], os.environ["KEY"]) if "CERT" in os.environ else None
context = ssl.create_default_context(cafile=os.environ["CA"])
if certificate:
    context.load_cert_chain(*certificate)


def pieces(file):
    with open(file, "rb") as opened:
        while piece := opened.read(8192):
            yield piece


async def async_pieces(file):
    for piece in pieces(file):
        yield piece


def content(framing, file, chunks=pieces):
    if framing == "none":
        return None
    return chunks(file) if framing == "chunked" else open(file, "rb").read()


def use_http_client():
    host = urlsplit(url).netloc
    connection = http.client.HTTPSConnection(host, context=context, timeout=60)

    async def send(method, path, framing, file, headers):
        body = content(framing, file)
        connection.request(method, path, body, headers, encode_chunked=framing == "chunked")
        response = connection.getresponse()
        return response.status, response.headers, response.read().decode()

    return send


def use_requests():
    import requests

    session = requests.Session()
    session.verify, session.cert = os.environ["CA"], certificate

    async def send(method, path, framing, file, headers):
        response = session.request(method, url + path, data=content(framing, file), headers=headers, timeout=60)
        return response.status_code, response.headers, response.text

    return send


def use_httpx():
    import httpx

    client = httpx.Client(verify=context, timeout=60)

    async def send(method, path, framing, file, headers):
        response = client.request(method, url + path, content=content(framing, file), headers=headers)
        return response.status_code, response.headers, response.text

    return send


def use_aiohttp():
    import aiohttp

    session = None

    async def send(method, path, framing, file, headers):
        nonlocal session
        session = session or aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context))
        data = content(framing, file, async_pieces)
        async with session.request(method, url + path, data=data, headers=headers) as response:
            return response.status, response.headers, await response.text()

    return send


async def main():
    send = {"http.client": use_http_client, "requests": use_requests, "httpx": use_httpx, "aiohttp": use_aiohttp}[sys.argv[1]]()
    for line in sys.stdin:
        method, path, framing, file, *headers = line.rstrip("\n").split("\t")
        try:
            status, received, body = await send(method, path, framing, file, dict(header.split(": ", 1) for header in headers))
            print(status, received.get("ETag", ""), received.get("WWW-Authenticate", ""), body.strip(), sep="\t", flush=True)
        except Exception as error:
            print(0, "", "", repr(error).replace("\n", " "), sep="\t", flush=True)


asyncio.run(main())

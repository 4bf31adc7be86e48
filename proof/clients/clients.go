// Sends requests with net/http of Go: see README.md.
package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	roots := x509.NewCertPool()
	authority, _ := os.ReadFile(os.Getenv("CA"))
	roots.AppendCertsFromPEM(authority)
	settings := &tls.Config{RootCAs: roots}
	if file := os.Getenv("CERT"); file != "" {
		certificate, err := tls.LoadX509KeyPair(file, os.Getenv("KEY"))
		if err != nil {
			panic(err)
		}
		settings.Certificates = []tls.Certificate{certificate}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: settings}}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if line, err := send(client, strings.Split(lines.Text(), "\t")); err != nil {
			fmt.Printf("0\t\t\t%s\n", err)
		} else {
			fmt.Println(line)
		}
	}
}

func send(client *http.Client, words []string) (string, error) {
	var body io.Reader
	var length int64
	if words[2] != "none" {
		file, err := os.Open(words[3])
		if err != nil {
			return "", err
		}
		defer file.Close()
		body = file
		if information, err := file.Stat(); err == nil {
			length = information.Size()
		}
	}
	request, err := http.NewRequest(words[0], os.Getenv("URL")+words[1], body)
	if err != nil {
		return "", err
	}
	if words[2] == "length" {
		request.ContentLength = length
	}
	for _, header := range words[4:] {
		parts := strings.SplitN(header, ": ", 2)
		request.Header.Set(parts[0], parts[1])
	}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d\t%s\t%s\t%s", response.StatusCode, response.Header.Get("ETag"), response.Header.Get("WWW-Authenticate"), strings.TrimSpace(string(received))), nil
}

import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Scanner;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.http.HttpEntity;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Sends requests with HttpClient and HttpURLConnection of Java, and HttpClient of Apache: see README.md. */
public class Clients {
  record Request(String method, String url, String framing, String file, List<String> headers) {}

  record Response(int status, String tag, String scheme, String body) {}

  interface Stack {
    Response send(Request request) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    var stack = stack(args[0], tls());
    System.setOut(new java.io.PrintStream(System.out, true, "UTF-8"));
    var lines = new Scanner(System.in, "UTF-8");
    while (lines.hasNextLine()) {
      var words = List.of(lines.nextLine().split("\t", -1));
      var url = System.getenv("URL") + words.get(1);
      var request = new Request(words.get(0), url, words.get(2), words.get(3), words.subList(4, words.size()));
      try {
        var response = stack.send(request);
        System.out.println(response.status + "\t" + text(response.tag) + "\t" + text(response.scheme) + "\t" + text(response.body).trim());
      } catch (Exception error) {
        System.out.println("0\t\t\t" + error.toString().replaceAll("\\s", " "));
      }
    }
  }

  static String text(String value) {
    return value == null ? "" : value;
  }

  static SSLContext tls() throws Exception {
    var keys = KeyManagerFactory.getInstance("PKIX");
    var file = System.getenv("P12");
    if (file != null) {
      var password = System.getenv("P12_PASSWORD").toCharArray();
      keys.init(KeyStore.getInstance(new File(file), password), password);
    }
    var tls = SSLContext.getInstance("TLS");
    tls.init(file == null ? null : keys.getKeyManagers(), null, null);
    return tls;
  }

  static Stack stack(String name, SSLContext tls) {
    switch (name) {
      case "HttpClient":
        var client = HttpClient.newBuilder().sslContext(tls).build();
        return request -> {
          var body = switch (request.framing) {
            case "chunked" -> BodyPublishers.ofInputStream(() -> open(request.file));
            case "length" -> BodyPublishers.ofFile(Path.of(request.file));
            default -> BodyPublishers.noBody();
          };
          var sent = HttpRequest.newBuilder(URI.create(request.url)).method(request.method, body);
          for (var header : request.headers) sent.header(header.split(": ")[0], header.split(": ")[1]);
          var response = client.send(sent.build(), HttpResponse.BodyHandlers.ofString());
          var headers = response.headers();
          return new Response(response.statusCode(), headers.firstValue("ETag").orElse(""), headers.firstValue("WWW-Authenticate").orElse(""), response.body());
        };
      case "HttpURLConnection":
        HttpsURLConnection.setDefaultSSLSocketFactory(tls.getSocketFactory());
        return request -> {
          var connection = (HttpURLConnection) new URL(request.url).openConnection();
          connection.setRequestMethod(request.method);
          for (var header : request.headers) connection.setRequestProperty(header.split(": ")[0], header.split(": ")[1]);
          if (!request.framing.equals("none")) {
            connection.setDoOutput(true);
            if (request.framing.equals("chunked")) connection.setChunkedStreamingMode(4096);
            else connection.setFixedLengthStreamingMode(new File(request.file).length());
            try (var input = open(request.file); var output = connection.getOutputStream()) {
              input.transferTo(output);
            }
          }
          int status;
          try {
            status = connection.getResponseCode();
          } catch (HttpRetryException error) {
            // While the library streams a body, it only reads the status of a 401.
            return new Response(error.responseCode(), null, null, null);
          }
          var received = status < 400 ? connection.getInputStream() : connection.getErrorStream();
          var body = received == null ? null : new String(received.readAllBytes(), "UTF-8");
          return new Response(status, connection.getHeaderField("ETag"), connection.getHeaderField("WWW-Authenticate"), body);
        };
      default:
        var apache = HttpClients.custom().setSSLContext(tls).disableConnectionState().build();
        return request -> {
          var sent = RequestBuilder.create(request.method).setUri(request.url);
          for (var header : request.headers) sent.addHeader(header.split(": ")[0], header.split(": ")[1]);
          if (request.framing.equals("chunked")) sent.setEntity(new InputStreamEntity(open(request.file)));
          if (request.framing.equals("length")) sent.setEntity(new FileEntity(new File(request.file)));
          try (CloseableHttpResponse response = apache.execute(sent.build())) {
            var tag = response.getFirstHeader("ETag");
            var scheme = response.getFirstHeader("WWW-Authenticate");
            HttpEntity entity = response.getEntity();
            return new Response(response.getStatusLine().getStatusCode(), tag == null ? null : tag.getValue(), scheme == null ? null : scheme.getValue(), entity == null ? null : EntityUtils.toString(entity, "UTF-8"));
          }
        };
    }
  }

  static InputStream open(String file) {
    try {
      return new FileInputStream(file);
    } catch (java.io.IOException error) {
      throw new java.io.UncheckedIOException(error);
    }
  }
}

using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography.X509Certificates;

// Sends requests with HttpClient and HttpWebRequest of .NET: see README.md.
static class Clients
{
    static X509Certificate2 certificate;
    static HttpClient client;

    static void Main(string[] args)
    {
        var file = Environment.GetEnvironmentVariable("P12");
        if (file != null) certificate = new X509Certificate2(file, Environment.GetEnvironmentVariable("P12_PASSWORD"));
        var handler = new SocketsHttpHandler();
        if (certificate != null)
            handler.SslOptions.LocalCertificateSelectionCallback = (sender, host, local, remote, issuers) => certificate;
        client = new HttpClient(handler);
        Console.OutputEncoding = new System.Text.UTF8Encoding(false);
        for (var line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var words = line.Split('\t');
            try
            {
                Console.WriteLine(args[0] == "HttpClient" ? WithClient(words) : WithWebRequest(words));
            }
            catch (Exception error)
            {
                Console.WriteLine("0\t\t\t" + error.GetBaseException().Message.Replace('\n', ' '));
            }
        }
    }

    static string Line(int status, string tag, string scheme, string body)
    {
        return string.Join("\t", status, tag, scheme, body.Trim());
    }

    static string WithClient(string[] words)
    {
        var request = new HttpRequestMessage(new HttpMethod(words[0]), Environment.GetEnvironmentVariable("URL") + words[1]);
        if (words[2] != "none") request.Content = new StreamContent(File.OpenRead(words[3]));
        if (words[2] == "chunked") request.Headers.TransferEncodingChunked = true;
        foreach (var header in words.Skip(4))
        {
            var parts = header.Split(new[] {": "}, 2, StringSplitOptions.None);
            if (!request.Headers.TryAddWithoutValidation(parts[0], parts[1]))
                request.Content.Headers.TryAddWithoutValidation(parts[0], parts[1]);
        }
        var response = client.SendAsync(request).Result;
        return Line((int)response.StatusCode, response.Headers.ETag == null ? "" : response.Headers.ETag.ToString(), response.Headers.WwwAuthenticate.ToString(), response.Content.ReadAsStringAsync().Result);
    }

    static string WithWebRequest(string[] words)
    {
        var request = (HttpWebRequest)WebRequest.Create(Environment.GetEnvironmentVariable("URL") + words[1]);
        request.Method = words[0];
        if (certificate != null) request.ClientCertificates.Add(certificate);
        foreach (var header in words.Skip(4))
        {
            var parts = header.Split(new[] {": "}, 2, StringSplitOptions.None);
            if (parts[0] == "Content-Type") request.ContentType = parts[1];
            else if (parts[0] == "Connection") request.KeepAlive = parts[1] != "close";
            else request.Headers[parts[0]] = parts[1];
        }
        if (words[2] != "none")
        {
            request.AllowWriteStreamBuffering = false;
            if (words[2] == "chunked") request.SendChunked = true;
            else request.ContentLength = new FileInfo(words[3]).Length;
            using (var input = File.OpenRead(words[3]))
            using (var output = request.GetRequestStream())
                input.CopyTo(output);
        }
        HttpWebResponse response;
        try
        {
            response = (HttpWebResponse)request.GetResponse();
        }
        catch (WebException error)
        {
            if (error.Response == null) throw;
            response = (HttpWebResponse)error.Response;
        }
        using (var reader = new StreamReader(response.GetResponseStream()))
            return Line((int)response.StatusCode, response.Headers["ETag"], response.Headers["WWW-Authenticate"], reader.ReadToEnd());
    }
}

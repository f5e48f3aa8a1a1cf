class Head {
    Map<String, String> headers() {
        Map<String, String> out = new HashMap<>();
        out.put("accept", "text/html");
        out.put("age", "0");
        return out;
    }

    Map<String, String> headersSigned() {
        Map<String, String> out = new HashMap<>();
        out.put("accept", "text/html");
        out.put("key", KEY);
        out.put("sum", digest(KEY));
        return out;
    }
}

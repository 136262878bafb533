"""What is sent to browsers: pages and fragments from templates, rulebooks, charts, QR codes."""

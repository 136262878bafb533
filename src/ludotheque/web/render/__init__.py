"""What is sent to browsers: frames, pages from templates, rulebooks, charts, QR codes."""

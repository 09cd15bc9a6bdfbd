int umcurl_placeholder;

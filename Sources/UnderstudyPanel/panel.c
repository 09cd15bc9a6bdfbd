// Embeds the files of the control panel, with #embed (C23): no script, no copy of them in code.
#include "UnderstudyPanel.h"

static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char panel_css[] = {
#embed "page/panel.css"
};
static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char body_js[] = {
#embed "page/body.js"
};
static const unsigned char controls_js[] = {
#embed "page/controls.js"
};
static const unsigned char curl_js[] = {
#embed "page/curl.js"
};
static const unsigned char detail_js[] = {
#embed "page/detail.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char events_js[] = {
#embed "page/events.js"
};
static const unsigned char held_js[] = {
#embed "page/held.js"
};
static const unsigned char journal_js[] = {
#embed "page/journal.js"
};
static const unsigned char json_js[] = {
#embed "page/json.js"
};
static const unsigned char keys_js[] = {
#embed "page/keys.js"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char qr_js[] = {
#embed "page/qr.js"
};
static const unsigned char routes_js[] = {
#embed "page/routes.js"
};
static const unsigned char state_js[] = {
#embed "page/state.js"
};
static const unsigned char token_js[] = {
#embed "page/token.js"
};
static const unsigned char traffic_js[] = {
#embed "page/traffic.js"
};
static const unsigned char variants_js[] = {
#embed "page/variants.js"
};
static const unsigned char world_js[] = {
#embed "page/world.js"
};
static const unsigned char worlds_js[] = {
#embed "page/worlds.js"
};

#define FILE_OF(name, bytes) {name, sizeof name - 1, bytes, sizeof bytes}

static const struct {
  const char *name;
  int nameLength;
  const unsigned char *bytes;
  int length;
} files[] = {
    FILE_OF("index.html", index_html),
    FILE_OF("panel.css", panel_css),
    FILE_OF("api.js", api_js),
    FILE_OF("body.js", body_js),
    FILE_OF("controls.js", controls_js),
    FILE_OF("curl.js", curl_js),
    FILE_OF("detail.js", detail_js),
    FILE_OF("dom.js", dom_js),
    FILE_OF("events.js", events_js),
    FILE_OF("held.js", held_js),
    FILE_OF("journal.js", journal_js),
    FILE_OF("json.js", json_js),
    FILE_OF("keys.js", keys_js),
    FILE_OF("main.js", main_js),
    FILE_OF("qr.js", qr_js),
    FILE_OF("routes.js", routes_js),
    FILE_OF("state.js", state_js),
    FILE_OF("token.js", token_js),
    FILE_OF("traffic.js", traffic_js),
    FILE_OF("variants.js", variants_js),
    FILE_OF("world.js", world_js),
    FILE_OF("worlds.js", worlds_js),
};

int upanel_count(void) { return sizeof files / sizeof files[0]; }

int upanel_length(int file) { return files[file].length; }

unsigned char upanel_byte(int file, int index) { return files[file].bytes[index]; }

unsigned char upanel_letter(int file, int index) {
  return index < files[file].nameLength ? (unsigned char)files[file].name[index] : 0;
}

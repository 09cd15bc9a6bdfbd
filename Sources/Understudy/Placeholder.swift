// The first file of this room takes this one's place.

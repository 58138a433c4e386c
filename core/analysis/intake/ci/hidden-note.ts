/** Jenkins hides the data of links in its console: `ESC[8mha:…ESC[0m`. */
export const hiddenNote = /\x1b\[8mha:[\w+/=:]*\x1b\[0m/g;

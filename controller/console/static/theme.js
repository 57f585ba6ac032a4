// Dark or light as the phone is; before anything is drawn, so that nothing flashes.
"use strict";
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const dress = () => { document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light"; };
  dress();
  dark.addEventListener("change", dress);
})();

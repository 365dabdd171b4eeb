// Before the first paint, so that nothing flashes: the theme this browser was last told to use.
(() => {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
})();

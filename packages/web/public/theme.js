// Before the first paint, so that nothing flashes: the theme this browser was last told to use, and how wide the rail is. Where there
// is little room it is narrow whatever was chosen.
(() => {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const small = matchMedia('(max-width: 73.75em)');
  const setRail = () => {
    const narrow = small.matches || localStorage.getItem('rail') === 'narrow';
    document.documentElement.dataset.rail = narrow ? 'narrow' : 'wide';
  };
  small.addEventListener('change', setRail);
  addEventListener('rail', () => {
    if (small.matches) return; // there is no choice
    localStorage.setItem('rail', document.documentElement.dataset.rail === 'narrow' ? 'wide' : 'narrow');
    setRail();
  });
  setRail();
})();

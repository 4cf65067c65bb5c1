// Draws the charts of a page from their JSON descriptions, with the plotly.js of the site, which is fetched when the
// first chart comes near the screen. Each chart is drawn when it comes near the screen.
// In a function scope, because pages have several scripts.

(() => {
  const plotly = document.currentScript.dataset.plotly;
  const NEAR = '600px';

  let fetched;

  /** Fetch plotly.js, once for all charts of a page. */
  function library() {
    if (window.Plotly) return Promise.resolve(window.Plotly); // a cell has drawn with it
    fetched ??= new Promise((found, failed) => {
      const script = document.createElement('script');
      script.src = plotly;
      script.onload = () => found(window.Plotly);
      script.onerror = () => failed(new Error('plotly.js could not be loaded'));
      document.head.append(script);
    });
    return fetched;
  }

  /** Draw one chart in its element, or show an error there. */
  async function draw(place) {
    const { data, layout } = JSON.parse(place.querySelector('script').textContent);
    try {
      const Plotly = await library();
      place.replaceChildren();
      await Plotly.newPlot(place, data, { ...layout, autosize: true }, { responsive: true, displaylogo: false });
    } catch {
      place.textContent = 'This chart could not be drawn: reload the page.';
    }
  }

  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      draw(target);
    }
  }, { rootMargin: NEAR });

  for (const place of document.querySelectorAll('div.chart')) watch.observe(place);

  // draw all charts for printing
  window.addEventListener('beforeprint', () => {
    for (const place of document.querySelectorAll('div.chart:not(.js-plotly-plot)')) draw(place);
  });
})();

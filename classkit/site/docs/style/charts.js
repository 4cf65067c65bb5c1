// Draws the charts of a page from the descriptions that stand in it, by the one plotly.js of the site. It is fetched
// when the first chart comes near the screen; a chart is drawn when it does so itself.
// All is its own: pages have several scripts.

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

  /** Draw one chart in its place; where that fails, say so there. */
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

  // paper has all of them
  window.addEventListener('beforeprint', () => {
    for (const place of document.querySelectorAll('div.chart:not(.js-plotly-plot)')) draw(place);
  });
})();

/** A logarithmic axis: what doubles rises by the same step everywhere. Pure. */

/** Makes the axis of values logarithmic; in a scatter chart both. What is not above zero has no place on it. */
export function logAxes(data, layout) {
  const values = (name) =>
    data
      .filter((trace) => !trace.yaxis)
      .flatMap((trace) => trace[name])
      .filter((value) => typeof value === 'number' && value > 0);
  layout.yaxis = logAxis(layout.yaxis, values('y'));
  if (layout.xaxis.type === 'linear') layout.xaxis = logAxis(layout.xaxis, values('x'));
  layout.shapes = layout.shapes.filter((shape) => shape.y0 > 0);
  // plotly counts the places of words on such an axis in powers of ten, those of lines as they are.
  layout.annotations = layout.annotations
    .filter((words) => words.y > 0)
    .map((words) => ({ ...words, y: Math.log10(words.y) }));
}

/**
 * plotly finds the ends by itself, lines and their words too: with `autorangeoptions.include` it would end such an axis
 * at the line, whatever lies beyond it.
 * @param {number[]} values above zero
 */
function logAxis(axis, values) {
  const { tick0, dtick, range, tickmode, tickformatstops, autorangeoptions, ...rest } = axis;
  const lines = (autorangeoptions?.include ?? []).filter((value) => value > 0);
  const [low, high] = endsOf([...values, ...lines]);
  const wide = high ? Math.log10(high / low) : 0;
  const ticks = wide > 0.6 ? { tickmode: 'linear', dtick: wide > 2.5 ? 1 : 'D2' } : { tickmode: 'auto', nticks: 5 };
  return { ...rest, type: 'log', rangemode: 'normal', autorange: true, zeroline: false, ...ticks };
}

/**
 * The least and the greatest number; nothing else counts.
 * @returns {[number, number]}
 */
export function endsOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (typeof value !== 'number') continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 0] : [low, high];
}

/** A board like Poleconomy's for the harness: circuits of 44 and 32, four corners, a ring of 14. */

const NAMES = ['Molson Breweries of Canada Ltd.', 'Imperial Oil Ltd. (Esso)', 'Puffin Toothpaste', 'Permafrost Pipelines', 'Maritime Mist Perfume', 'Blue Heron Airways',
  'Sourdough Coffee', 'Moose Track Boots', 'Tidewater Bay Fisheries', 'Fiddlehead Grocers', 'Northern Spark Hydro', 'Birchbark Cinema', 'Toboggan Motors',
  'Gold Pan Jewellers', 'Snowgoose Telecom', 'Ferry Bell Travel', 'Beaver Dam Cement', 'Old Grist Oatmeal', 'Iceberg Harbour Shipyards', 'Aurora Glass Works'];
const CORNERS = ['The Royal Bank of Canada', 'The Canada Life Assurance Company', 'McLeod Young Weir', 'Royal Insurance of Canada'];
const KINDS = ['Election', 'Taxation', 'Salary', 'Taxation', 'Bonds', 'Salary', 'Taxation', 'Election', 'Bonds', 'Taxation', 'Salary', 'Bonds', 'Taxation', 'Salary'];
export const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2];

/** The cell of step `n` on the border of a square of `side` cells, clockwise from the lower right. */
function border(n, side) {
  const last = side - 1;
  if (n < last) return [last - n, last];
  if (n < 2 * last) return [0, last - (n - last)];
  if (n < 3 * last) return [n - 2 * last, 0];
  return [last, n - 3 * last];
}

function ring(letter, count, side, cell, start, corner) {
  return Array.from({ length: count }, (_, n) => {
    const [column, row] = border(n, side);
    const place = { id: `${letter}${String(n).padStart(2, '0')}`, x: start + (column + 0.5) * cell, y: start + (row + 0.5) * cell, w: cell, h: cell, shape: 'rect' };
    if (n % corner === 0 || (letter === 'I' && n % 8 === 4)) return { ...place, kind: 'income', title: n ? 'Income' : 'Start', subtitle: `×${n === 0 ? 4 : n % corner ? 3 : 10}` };
    if (n % 3 === 0) return { ...place, kind: 'inflation', title: 'Inflation', subtitle: `+${(n % 6) + 1}` };
    return { ...place, kind: n % 3 === 1 ? 'company' : 'advert', title: NAMES[(n * 7) % NAMES.length], subtitle: '' };
  });
}

export function fakeBoard() {
  const outer = ring('O', 44, 12, 80, 0, 11);
  const inner = ring('I', 32, 9, 72, 156, 8);
  const corners = [[842, 842], [118, 842], [118, 118], [842, 118]].map(([x, y], n) => ({ id: `C${n}`, x, y, w: 70, h: 70, shape: 'rect', kind: 'corner', title: CORNERS[n], subtitle: '' }));
  const index = NUMBERS.map((number, n) => {
    const angle = (n / 14) * 2 * Math.PI - Math.PI / 2;
    return { id: `X${n}`, x: 480 + 185 * Math.cos(angle), y: 480 + 185 * Math.sin(angle), w: 70, h: 70, shape: 'circle', kind: 'index', title: String(number), subtitle: KINDS[n] };
  });
  return {
    width: 960, height: 960, spaces: [...outer, ...corners, ...inner, ...index],
    decor: [{ kind: 'circle', x: 480, y: 480, w: 470, h: 470, text: '', tone: '' }, { kind: 'text', x: 480, y: 395, w: 0, h: 20, text: 'Inflation Index', tone: '' }],
    legend: [['income', 'Income'], ['inflation', 'Inflation'], ['company', 'Company'], ['advert', 'Advertising'], ['corner', 'Corner'], ['index', 'Index']],
  };
}
export { KINDS };

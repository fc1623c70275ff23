import {shape} from './elements.js';
import {figureText, shortened} from './values.js';

/** Room for the figure behind the longest bar. */
const figureWidth = 80;
const lineHeight = 20;
const gap = 8;

const characterWidth = 7.5;

const draw = ({categories, series, width, label}) => {
  // On a narrow page the name of a group stands above its bars.
  const nameWidth = width < 560 ? 0 : 200;
  const above = nameWidth === 0 ? lineHeight : 0;
  const thickness = series.length > 1 ? 14 : lineHeight;
  const groupHeight = above + series.length * thickness + gap;
  const room = width - nameWidth - figureWidth;
  const figures = series.flatMap(({points}) => [...points.values()]);
  const greatest = Math.max(...figures.filter(figure => figure !== null), 0);

  const bar = (category, top, {name, points}, index) => {
    const figure = points.get(category.key);
    if (figure === undefined) return [];
    const length = greatest === 0 ? 0 : (Math.max(figure ?? 0, 0) / greatest) * room;
    const y = top + index * thickness;
    const middle = y + thickness / 2;
    return [
      shape(
        'rect',
        {
          class: `series-${index}`,
          x: nameWidth,
          y: y + 1,
          width: length,
          height: thickness - 2,
        },
        shape('title', {}, `${category.name}, ${name}: ${figureText(figure)}`),
      ),
      shape('text', {class: 'figure', x: nameWidth + length + 6, y: middle}, figureText(figure)),
    ];
  };

  const group = (category, index) => {
    const top = index * groupHeight + above;
    const named = shortened(category.name, Math.floor((nameWidth || width) / characterWidth));
    const nameTop = nameWidth === 0 ? top - lineHeight / 2 : top + (series.length * thickness) / 2;
    return [
      shape(
        'text',
        nameWidth === 0 ? {x: 0, y: nameTop} : {x: nameWidth - 8, y: nameTop, 'text-anchor': 'end'},
        named,
        shape('title', {}, category.name),
      ),
      ...series.flatMap((each, at) => bar(category, top, each, at)),
    ];
  };

  return shape(
    'svg',
    {role: 'img', 'aria-label': label, width, height: categories.length * groupHeight},
    ...categories.flatMap(group),
  );
};

/** Bars that lie below each other, so that long names have room. */
export const barChart = {kindName: 'Bar chart', most: 40, draw};

import {button, element} from './elements.ts';
import {csvOf, type Question} from './plot.ts';

const margin = 20;
const titleHeight = 40;

/** An image of the canvases as they lie on the page, below their title, with the background of the page. */
const imageOf = (canvases: readonly HTMLCanvasElement[], title: string): Promise<Blob> => {
  const boxes = canvases.map(canvas => ({canvas, box: canvas.getBoundingClientRect()}));
  const left = Math.min(...boxes.map(({box}) => box.left)) - margin;
  const top = Math.min(...boxes.map(({box}) => box.top)) - margin - titleHeight;
  const width = Math.max(...boxes.map(({box}) => box.right)) + margin - left;
  const height = Math.max(...boxes.map(({box}) => box.bottom)) + margin - top;
  const scale = devicePixelRatio;
  const image = new OffscreenCanvas(width * scale, height * scale);
  const context = image.getContext('2d');
  const {backgroundColor, color, fontFamily} = getComputedStyle(document.body);
  if (context) {
    context.scale(scale, scale);
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, width, height);
    context.fillStyle = color;
    context.font = `600 16px ${fontFamily}`;
    context.fillText(title, margin, titleHeight, width - 2 * margin);
    for (const {canvas, box} of boxes)
      context.drawImage(canvas, box.left - left, box.top - top, box.width, box.height);
  }
  return image.convertToBlob();
};

const save = (file: Blob, name: string): void => {
  const href = URL.createObjectURL(file);
  element('a', {href, download: name}).click();
  URL.revokeObjectURL(href);
};

/** Buttons that save the visible data: the table, and the chart as an image. */
export const downloads = (
  canvases: readonly HTMLCanvasElement[],
  asked: Question,
  title: string,
): HTMLElement => {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const saving = (label: string, end: string, file: () => Blob | Promise<Blob>) =>
    button(label, {class: 'quiet'}, async () => save(await file(), `${name}.${end}`));
  return element(
    'div',
    {class: 'row'},
    saving('Download CSV', 'csv', () => new Blob([csvOf(asked)], {type: 'text/csv'})),
    saving('Download PNG', 'png', () => imageOf(canvases, title)),
  );
};

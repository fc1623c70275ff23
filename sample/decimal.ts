/** As the register writes a decimal number: always with a point, `998.0`. */
export const decimal = (value: number, digits = 1): string => {
  const text = String(Number(value.toFixed(digits)));
  return text.includes('.') ? text : `${text}.0`;
};

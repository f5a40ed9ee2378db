/**
 * Joins class names and skips falsy ones. The order of two classes for one property does not decide
 * which wins, so a component accepts classes only for what it leaves open: position, width,
 * margin.
 */
export { clsx as cx } from 'clsx/lite'

/**
 * Joins class names and skips the falsy ones. Two classes for one property do not override each
 * other by their order here, so a component takes only classes for what it leaves open: its place,
 * its width, its margin.
 */
export { clsx as cx } from 'clsx/lite'

/**
 * Joins class names and skips falsy ones. The order of classes doesn't resolve conflicts between utilities, so a
 * component should accept only classes for properties that it doesn't set, such as position, width, or margin.
 */
export { clsx as cx } from 'clsx/lite'

/**
 * Joins class names and skips falsy ones. Class order doesn't decide between conflicting utilities, so a component
 * should accept only classes for properties it doesn't set, such as position, width or margin.
 */
export { clsx as cx } from 'clsx/lite'

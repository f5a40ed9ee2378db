/** Whether the focus is in a field, from which it must not be taken. */
export const isTyping = () => document.activeElement?.matches('input, select, textarea') === true

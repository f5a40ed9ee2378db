/** Whether the focus is in a field, where it must stay. */
export const isTyping = () => document.activeElement?.matches('input, select, textarea') === true

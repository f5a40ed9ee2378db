export const isTyping = () => document.activeElement?.matches('input, select, textarea') === true

export const supportHours = 'Monday to Friday, 9:00 AM to 6:00 PM EST'

/** Converts "+1 (617) 555-0142" to "tel:+16175550142". */
export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`

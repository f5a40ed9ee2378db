import { endpointPages } from '#web/api/client.ts'

/** The accounts that match a search, page by page, newest first. */
export const userPagesQuery = (search: string) =>
  endpointPages('listUsers', { ...(search && { search }), limit: '50' })

import { endpointPages } from '#web/api/client.ts'

export const userPagesQuery = (search: string) =>
  endpointPages('listUsers', { ...(search && { search }), limit: '50' })

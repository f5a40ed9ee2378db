export const neutralSettings: Record<string, string>

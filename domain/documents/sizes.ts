const kibibyte = 1024
const mebibyte = 1024 * kibibyte

export function formatFileSize(bytes: number): string {
  if (bytes < kibibyte) return `${bytes} B`
  const kilobytes = Math.round(bytes / kibibyte)
  return kilobytes < kibibyte ? `${kilobytes} KB` : `${(bytes / mebibyte).toFixed(1)} MB`
}

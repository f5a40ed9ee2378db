export async function readBase64(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer())
  let text = ''
  // In slices, because a call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += slice)
    text += String.fromCharCode(...bytes.subarray(start, start + slice))
  return btoa(text)
}

const slice = 0x2000

/** Noto Sans, for the letters that PDF's own fonts lack: among them all of Latin, Greek and Cyrillic. */
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'

const require = createRequire(import.meta.url)

/** Embeds it in two weights. Of each, a saved file has only the letters that are set in it. */
export async function embedBroadFonts(
  document: PDFDocument,
): Promise<{ plain: PDFFont; bold: PDFFont }> {
  // Most documents need none.
  const { default: fontkit } = await import('@cantoo/fontkit')
  document.registerFontkit(fontkit)
  const embed = async (file: string) => document.embedFont(await readFile(file), { subset: true })
  return {
    plain: await embed(
      require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    ),
    bold: await embed(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
  }
}

/** Noto Sans, for characters missing from the standard PDF fonts. The font includes Latin, Greek, and Cyrillic. */
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'

const require = createRequire(import.meta.url)

/** Embeds the font in two weights. A saved file contains only the glyphs that it uses. */
export async function embedBroadFonts(
  document: PDFDocument,
): Promise<{ plain: PDFFont; bold: PDFFont }> {
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

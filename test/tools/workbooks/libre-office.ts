import { spawnSync } from 'node:child_process'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Converts every sheet to CSV as displayed, and returns the CSV by workbook. A workbook's name ends at the first
 * underscore of the file's name. `recalculation` is 0 to compute all formulas again, or 1 to keep stored results.
 */
export async function showWorkbooks(
  files: readonly string[],
  folder: string,
  recalculation: 0 | 1,
): Promise<Map<string, string>> {
  const profile = path.join(folder, `profile-${recalculation}`)
  const out = path.join(folder, `shown-${recalculation}`)
  await mkdir(path.join(profile, 'user'), { recursive: true })
  await writeFile(path.join(profile, 'user/registrymodifications.xcu'), settings(recalculation))
  // These options select comma separators, double quotes, UTF-8, cells as displayed, and one file for each sheet.
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1'
  const { status, stderr, error } = spawnSync(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      ...['--headless', '--convert-to', filter, '--outdir', out],
      ...files,
    ],
    { encoding: 'utf8' },
  )
  if (error || status !== 0)
    throw new Error(`soffice (package libreoffice-calc) failed: ${error?.message ?? stderr}`)
  const texts = new Map<string, string>()
  for (const sheet of (await readdir(out)).toSorted()) {
    const [workbook = ''] = sheet.split('_')
    const text = await readFile(path.join(out, sheet), 'utf8')
    texts.set(workbook, `${texts.get(workbook) ?? ''}${sheet}\n${text}`)
  }
  return texts
}

const settings = (recalculation: 0 | 1) => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode">
<value>${recalculation}</value></prop></item></oor:items>`

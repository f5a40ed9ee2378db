/**
 * Whether this browser displays the file type in a page. Most phones can't display PDFs inline, and most browsers
 * can't display TIFF.
 */
export const canShow = (
  fileType: string,
  { pdfViewerEnabled }: Pick<Navigator, 'pdfViewerEnabled'> = navigator,
): boolean =>
  fileType === 'application/pdf'
    ? pdfViewerEnabled
    : fileType.startsWith('image/') && fileType !== 'image/tiff'

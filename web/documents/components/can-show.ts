/** Whether this browser shows such a file inside a page. Most phones show no PDF there, and most browsers no TIFF. */
export const canShow = (
  fileType: string,
  { pdfViewerEnabled }: Pick<Navigator, 'pdfViewerEnabled'> = navigator,
): boolean =>
  fileType === 'application/pdf'
    ? pdfViewerEnabled
    : fileType.startsWith('image/') && fileType !== 'image/tiff'

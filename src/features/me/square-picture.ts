/** Width and height, in pixels: four times the largest avatar. */
const side = 256;

/** The middle of a picture as a square. Rejects for what the browser can't read as a picture. */
export async function squarePicture(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const cut = Math.min(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(side, side);
  canvas
    .getContext('2d')
    ?.drawImage(bitmap, (bitmap.width - cut) / 2, (bitmap.height - cut) / 2, cut, cut, 0, 0, side, side);
  bitmap.close();
  // A browser that can't write WebP writes PNG.
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}

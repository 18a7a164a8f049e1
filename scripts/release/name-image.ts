/** Returns deploy/kubernetes.yaml with the image of this version and the Job that migrates to it, or Chart.yaml with this version. */
export function nameImage(text: string, version: string): string {
  return text
    .replaceAll(/(?<=\bimage: booking-service:|^(?:version|appVersion): )\S+/gm, version)
    .replace(/(?<=\bname: booking-service-migrate-)\S+/, version.replaceAll(/[^0-9a-z]/g, '-'));
}

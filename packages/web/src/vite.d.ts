declare module '*?worker&url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: what Vite gives
  export default url;
}
declare module '*.css';

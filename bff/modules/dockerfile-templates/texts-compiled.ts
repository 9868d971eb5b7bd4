/** Templates of programs that are compiled: a stage that builds, and a small one that runs. */
export const compiledTexts: Readonly<Record<string, string>> = {
  Binary: `# A program that is built elsewhere and runs on Debian.
# Put it into the folder of this file and name it here.
FROM debian:12.8-slim

RUN apt-get update \\
    && apt-get install --yes --no-install-recommends ca-certificates tzdata \\
    && rm -rf /var/lib/apt/lists/* \\
    && useradd --system --uid 10001 --no-create-home app

WORKDIR /app
COPY --chmod=0755 app ./

USER app
EXPOSE 8080
ENTRYPOINT ["/app/app"]
`,
  'Binary-alpine': `# A program that is built elsewhere and runs on Alpine.
# It must be linked statically or against musl.
FROM alpine:3.20.3

RUN apk add --no-cache ca-certificates tzdata \\
    && adduser -S -D -H -u 10001 app

WORKDIR /app
COPY --chmod=0755 app ./

USER app
EXPOSE 8080
ENTRYPOINT ["/app/app"]
`,
  'Binary-scratch': `# A program that is linked statically, and nothing besides it.
FROM alpine:3.20.3 AS certificates
RUN apk add --no-cache ca-certificates

FROM scratch
COPY --from=certificates /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --chmod=0755 app /app

# There is no file of users here, so the user is a number.
USER 10001:10001
EXPOSE 8080
ENTRYPOINT ["/app"]
`,
  Golang: `# A Go program on Debian.
FROM golang:1.23.3-bookworm AS build
WORKDIR /src

# What it depends on changes less often than the sources.
COPY go.mod go.sum ./
RUN go mod download

COPY . .
RUN go build -trimpath -o /out/app .

FROM debian:12.8-slim
RUN apt-get update \\
    && apt-get install --yes --no-install-recommends ca-certificates \\
    && rm -rf /var/lib/apt/lists/* \\
    && useradd --system --uid 10001 --no-create-home app

COPY --from=build /out/app /usr/local/bin/app

USER app
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/app"]
`,
  'Golang-alpine': `# A Go program on Alpine.
FROM golang:1.23.3-alpine3.20 AS build
WORKDIR /src

COPY go.mod go.sum ./
RUN go mod download

COPY . .
RUN go build -trimpath -o /out/app .

FROM alpine:3.20.3
RUN apk add --no-cache ca-certificates \\
    && adduser -S -D -H -u 10001 app

COPY --from=build /out/app /usr/local/bin/app

USER app
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/app"]
`,
  'Golang-scratch': `# A Go program without C, and nothing besides it.
FROM golang:1.23.3-bookworm AS build
WORKDIR /src
ENV CGO_ENABLED=0

COPY go.mod go.sum ./
RUN go mod download

COPY . .
RUN go build -trimpath -ldflags "-s -w" -o /out/app .

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/app /app

USER 10001:10001
EXPOSE 8080
ENTRYPOINT ["/app"]
`,
  OpenJDK: `# A Java program that Maven builds, on Ubuntu.
FROM maven:3.9.9-eclipse-temurin-21-jammy AS build
WORKDIR /src

# The project file pins what is downloaded.
COPY pom.xml ./
RUN mvn --batch-mode dependency:go-offline

COPY src ./src
RUN mvn --batch-mode package -DskipTests

FROM eclipse-temurin:21.0.5_11-jre-jammy
RUN useradd --system --uid 10001 --no-create-home app

WORKDIR /app
COPY --from=build /src/target/*.jar ./app.jar

USER app
EXPOSE 8080
ENTRYPOINT ["java", "-jar", "/app/app.jar"]
`,
  'OpenJDK-alpine': `# A Java program that Gradle builds, on Alpine.
FROM gradle:8.11.1-jdk21-alpine AS build
WORKDIR /src

COPY settings.gradle build.gradle gradle.lockfile ./
RUN gradle --no-daemon dependencies

COPY src ./src
RUN gradle --no-daemon bootJar

FROM eclipse-temurin:21.0.5_11-jre-alpine
RUN adduser -S -D -H -u 10001 app

WORKDIR /app
COPY --from=build /src/build/libs/*.jar ./app.jar

USER app
EXPOSE 8080
ENTRYPOINT ["java", "-jar", "/app/app.jar"]
`,
  Rust: `# A Rust program on Debian.
FROM rust:1.82.0-bookworm AS build
WORKDIR /src

# What it depends on is built with an empty program, and kept while it does not change.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src \\
    && echo "fn main() {}" > src/main.rs \\
    && cargo build --release --locked \\
    && rm -rf src

COPY . .
RUN touch src/main.rs \\
    && cargo install --path . --locked --root /out

FROM debian:12.8-slim
RUN apt-get update \\
    && apt-get install --yes --no-install-recommends ca-certificates \\
    && rm -rf /var/lib/apt/lists/* \\
    && useradd --system --uid 10001 --no-create-home app

COPY --from=build /out/bin/ /usr/local/bin/

USER app
EXPOSE 8080
# The name of the package in Cargo.toml.
CMD ["app"]
`,
  Swift: `# A Swift program on Ubuntu.
FROM swift:6.0.2-jammy AS build
WORKDIR /src

COPY Package.swift Package.resolved ./
RUN swift package resolve --force-resolved-versions

COPY . .
RUN swift build --configuration release --static-swift-stdlib \\
    && mkdir /out \\
    && cp "$(swift build --configuration release --show-bin-path)/App" /out/

FROM ubuntu:22.04
RUN apt-get update \\
    && apt-get install --yes --no-install-recommends ca-certificates tzdata \\
    && rm -rf /var/lib/apt/lists/* \\
    && useradd --system --uid 10001 --no-create-home app

COPY --from=build /out/App /usr/local/bin/App

USER app
EXPOSE 8080
ENTRYPOINT ["/usr/local/bin/App"]
`,
};
